"""The folders and files that the project keeps, written safely and read with distrust."""
