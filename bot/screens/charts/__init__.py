"""Charts and other pictures that are not boards: match results, scores, winning chances and profiles."""
