"""What the verbs of cards, tokens and creatures do: each verb's meaning stands in one module here."""
