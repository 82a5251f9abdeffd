"""Which training a visitor looks at: choosing it, watching it, and the limits on what one may train."""
