import { z } from "zod"
import { validateAddress } from "../../../gateway/address"
import { compareAmounts } from "../../../gateway/amount"
import { isDecimalString, payoutRecipientSchema } from "../../../gateway/contract"

const amountSchema = z
  .string()
  .refine(
    (text) => isDecimalString(text) && /[1-9]/.test(text),
    'expected an amount above zero as text, such as "1.00"'
  )

const limitSchema = z
  .strictObject({
    token: z.string().min(1),
    networkId: z.string().min(1).optional(),
    canonicalAssetId: z.string().min(1).optional(),
    perWithdrawal: amountSchema.optional(),
    perDay: amountSchema.optional(),
  })
  .superRefine(({ perWithdrawal, perDay }, context) => {
    if (perWithdrawal === undefined && perDay === undefined)
      context.addIssue({
        code: "custom",
        message: "expected perWithdrawal or perDay; leave the limit out to have none",
      })
    if (perWithdrawal !== undefined && perDay !== undefined && compareAmounts(perDay, perWithdrawal) < 0)
      context.addIssue({
        code: "custom",
        path: ["perDay"],
        message: "expected no less than perWithdrawal, which could never be sent",
      })
  })

const COPY_THE_ID =
  "leave it out, start the store, and copy the id of each user from Settings > Crypto payments in the admin"
const NO_EMAIL = `expected the id of a user, such as "user_01J...", as an invite can take any email: ${COPY_THE_ID}`

/** An option of earlier versions: it would allow other people than it names. */
export const REPLACED_PAYOUTS: Readonly<Record<string, string>> = {
  "payouts.users": `replaced by payouts.allowedUsers, which takes ids of users only, as an invite can take any email: ${COPY_THE_ID}`,
}

/** Ids are compared character by character, so nothing is trimmed or folded here. */
const userIdSchema = z.string().superRefine((text, context) => {
  if (/^user_[0-9A-Za-z_-]+$/.test(text)) return
  const message = text.includes("@")
    ? NO_EMAIL
    : `expected the id of a user, "user_" and letters or digits, without spaces: ${COPY_THE_ID}`
  context.addIssue({ code: "custom", message })
})

export const payoutAccessOption = z
  .strictObject({
    approval: z.enum(["none", "second_user"]).default("none"),
    /** Nobody may when it is empty. */
    allowedUsers: z.array(userIdSchema).default([]),
    /** Secret API keys made by an allowed user. They never approve. */
    allowApiKeys: z.boolean().default(false),
    /**
     * Largest amounts by token, in token units: of all its networks together, unless an entry names one. Once
     * there is an entry, tokens without a limit cannot be paid out.
     */
    limits: z.array(limitSchema).default([]),
  })
  .superRefine(({ approval, allowedUsers }, context) => {
    if (approval === "second_user" && allowedUsers.length > 0 && new Set(allowedUsers).size < 2)
      context.addIssue({
        code: "custom",
        path: ["allowedUsers"],
        message:
          'expected at least two users beside approval "second_user": no user could approve another one\'s request',
      })
  })

export type PayoutAccess = z.output<typeof payoutAccessOption>
export type PayoutLimit = PayoutAccess["limits"][number]

const WHOLE_BPS = 10_000

export const payoutOption = {
  /** A route approved in the service's dashboard. */
  payoutRouteId: z.string().min(1).optional(),
  payoutRecipients: z.array(payoutRecipientSchema).min(1, "expected at least one recipient").optional(),
}

type PayoutOption = z.output<z.ZodObject<typeof payoutOption>> & { chain: string }

/** Reports what is wrong with the payout of a rail, such as an invalid address. Its text is not repeated. */
export function checkPayoutOption(rule: PayoutOption, context: z.RefinementCtx): void {
  const { payoutRouteId, payoutRecipients } = rule
  if (!payoutRecipients) return
  const report = (path: PropertyKey[], message: string) => context.addIssue({ code: "custom", path, message })
  if (payoutRouteId !== undefined)
    report(["payoutRecipients"], "expected either payoutRouteId or payoutRecipients, not both")
  const sum = payoutRecipients.reduce((total, { shareBps }) => total + shareBps, 0)
  if (sum !== WHOLE_BPS)
    report(["payoutRecipients"], `expected shares of ${WHOLE_BPS} basis points in all, not ${sum}`)
  payoutRecipients.forEach(({ destinationAddress }, index) => {
    const problem = destinationProblem(rule.chain, destinationAddress)
    if (problem) report(["payoutRecipients", index, "destinationAddress"], problem)
  })
}

function destinationProblem(chain: string, address: string): string | null {
  const validation = validateAddress({ chain, address })
  if (validation.kind === "invalid")
    return `expected an address of ${chain}${validation.reason === "checksum" ? ", a character of this one is wrong" : ""}`
  // The document takes Stellar destinations as `G...` only.
  if (validation.kind === "valid" && validation.muxed)
    return "expected an account of stellar (G...), not a muxed one"
  return null
}
