import { z } from "zod"
import { compareAmounts } from "../../gateway/amount"
import { isDecimalString } from "../../gateway/contract"

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

/** Who may move money out, how much at most, and whether a second person has to agree. */
export const payoutAccessOption = z
  .strictObject({
    /** Whether another user has to approve what one has confirmed. */
    approval: z.enum(["none", "second_user"]).default("none"),
    /** Emails or ids of the users who may move money; everybody who may use the admin when left out. */
    users: z
      .array(z.string().trim().min(1))
      .min(1, "expected at least one user; leave the option out to allow all")
      .optional(),
    /** Whether secret API keys may move money. They never approve. */
    allowApiKeys: z.boolean().default(false),
    /**
     * Largest amounts by token, in token units: of all its networks together, unless an entry names one. Once there is
     * one, tokens without a limit cannot be paid out.
     */
    limits: z.array(limitSchema).default([]),
    /** A payout whose process was killed is taken over after this long. */
    leaseMs: z.number().int().min(1_000).default(60_000),
  })
  .superRefine(({ approval, users }, context) => {
    const named = new Set(users?.map((user) => user.toLowerCase()))
    if (approval === "second_user" && users && named.size < 2)
      context.addIssue({
        code: "custom",
        path: ["users"],
        message: 'expected at least two users beside approval "second_user": nobody could approve',
      })
  })

/** Options of payouts with every default filled in. */
export type PayoutAccess = z.output<typeof payoutAccessOption>
export type PayoutLimit = PayoutAccess["limits"][number]
