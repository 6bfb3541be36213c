import { z } from "zod"

/** Rails that the document names. The catalog may bring others, so a response never has to match. */
export const KNOWN_CHAINS = ["evm", "sol", "stellar"] as const

/** One network and asset. An asset matches only when all three are equal, and on Stellar the canonical id too. */
export const railSchema = z.object({
  chain: z.string().min(1),
  networkId: z.string().min(1),
  token: z.string().min(1),
})
export type Rail = z.infer<typeof railSchema>

/** How a Stellar invoice is paid: to the treasury with a memo, or to an address of its own. */
export const receiveModeSchema = z.enum(["memo_required", "dedicated_address"])
export type ReceiveMode = z.infer<typeof receiveModeSchema>
