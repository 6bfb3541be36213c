export type OnchainHealthCheck = { id: string; status: "ok" | "warning" | "error"; message: string }

/** A user of the admin, with the id that `payouts.allowedUsers` takes. */
export type OnchainPayoutUser = {
  id: string
  email: string
  created_at: string
  is_allowed: boolean
  /** Not a plain address, or similar to another user's: compare before copying the id. */
  is_email_unusual: boolean
}

/** Answer of `GET /admin/onchain/health`. */
export type OnchainHealthResponse = {
  status: "ok" | "warning" | "error"
  environment: "live" | "sandbox"
  checks: OnchainHealthCheck[]
  webhooks: {
    /** These three count in the answering process, since it started. */
    accepted: number
    repeated: number
    rejected: Record<string, number>
    /** These count in all processes. */
    last_accepted_at: string | null
    last_rejected: { reason: string; at: string } | null
    waiting: number
    dead: number
  }
  payout_users: OnchainPayoutUser[]
  /** Counters of the answering process since it started, such as `payments_captured`. */
  counters: Record<string, number>
}
