"""Files for deploying the bot, and the playground."""
