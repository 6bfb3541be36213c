import type { Benchmark } from "./benchmark"
import { acceptedThenKilled } from "./benchmarks/accepted-then-killed"
import { acknowledgements } from "./benchmarks/acknowledgements"
import { webhookToCapture } from "./benchmarks/webhook-to-capture"

/** Every benchmark, in the order they run. The one that kills the store is last. */
export const benchmarks: Benchmark[] = [webhookToCapture, acknowledgements, acceptedThenKilled]
