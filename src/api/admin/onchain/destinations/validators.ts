import { z } from "@medusajs/framework/zod"
import { DESTINATION_PURPOSES, DESTINATION_STATES } from "../../../../domain/payout/destination"
import { sentText, pageParams } from "../../../request-params"

const ORDERS = ["created_at", "-created_at"] as const
const LONGEST_LABEL = 100
/** Some of them reverse the following text, so a label would look like another one. */
const UNSEEN = /[\p{Cc}\p{Cf}]/u

const oneOf = <const T extends readonly [string, ...string[]]>(field: string, values: T) =>
  z.enum(values, { error: `${field}: expected one of ${values.join(", ")}` })

export const destinationListParams = z.strictObject({
  state: oneOf("state", DESTINATION_STATES).optional(),
  network_id: sentText("network_id").optional(),
  purpose: oneOf("purpose", DESTINATION_PURPOSES).optional(),
  customer_id: sentText("customer_id").optional(),
  /** Beginning of a label, an address or an identifier. */
  q: sentText("q").optional(),
  order: oneOf("order", ORDERS).default("-created_at"),
  ...pageParams,
})
export type DestinationListParams = z.infer<typeof destinationListParams>

/** The address is kept as entered: problems are reported, not corrected. */
export const createDestinationBody = z.strictObject({
  label: z
    .string({ error: "label: expected a name for the address" })
    .trim()
    .pipe(sentText("label", "expected a name for the address", LONGEST_LABEL))
    .refine((label) => !UNSEEN.test(label), "label: expected a text without invisible characters"),
  network_id: sentText("network_id", "expected a network of the provider's catalog"),
  address: sentText("address", "expected an address"),
  memo: sentText("memo").optional(),
  has_no_memo: z.boolean().optional(),
  refund_id: sentText("refund_id").optional(),
})
export type CreateDestinationBody = z.infer<typeof createDestinationBody>

export const emptyBody = z.strictObject({})
