"""Rules plus a kernel become machine code, cached on disk."""
