/** One line of the health check, with what to do when it is not `ok`. */
export type OnchainHealthCheck = { id: string; status: "ok" | "warning" | "error"; message: string }

/** Answer of `GET /admin/onchain/health`. */
export type OnchainHealthResponse = {
  status: "ok" | "warning" | "error"
  environment: "live" | "sandbox"
  checks: OnchainHealthCheck[]
  webhooks: {
    /** These three by the process that answers, since it started. */
    accepted: number
    repeated: number
    rejected: Record<string, number>
    /** Of all processes, like what follows. */
    last_accepted_at: string | null
    last_rejected: { reason: string; at: string } | null
    waiting: number
    dead: number
  }
  /** What the process that answers has counted since it started, such as `payments_captured`. */
  counters: Record<string, number>
}
