"""Training of Winnow's ranker: samples → prompts → a keep-or-drop decision a passage and a reply."""
