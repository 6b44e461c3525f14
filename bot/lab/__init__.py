"""What is measured or made offline: populations of the arranger, duels, benchmarks."""
