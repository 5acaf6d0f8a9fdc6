"""What `make prove` writes into docs/proof.md: the page, what each chapter promises, and chapters of whole programs."""
