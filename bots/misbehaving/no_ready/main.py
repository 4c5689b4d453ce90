"""Say hello instead of being ready."""

import sys

sys.stdin.readline()
print("hello", flush=True)
sys.stdin.readline()
