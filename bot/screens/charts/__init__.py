"""Pictures other than boards: match results, scores, winning chances, profiles and season awards."""
