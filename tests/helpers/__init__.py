"""What the tests share: slow, obvious twins of the rules, programs that misbehave, servers, ready-made results."""
