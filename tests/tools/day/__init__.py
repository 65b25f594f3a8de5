"""A day of a hundred thousand servers, told fast: real stores, tables and tellers, and a Discord with its limits."""
