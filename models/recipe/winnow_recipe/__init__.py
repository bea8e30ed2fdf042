"""Registry packages in, finished model artefacts out. See ../README.md."""
