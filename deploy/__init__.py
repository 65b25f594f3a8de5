"""What it takes to run the bot somewhere."""
