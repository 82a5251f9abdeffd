"""The toy grammar: each structure is one rule, which both draws sentences at random and parses typed ones."""
