"""Programs that measure proofs and games won."""
