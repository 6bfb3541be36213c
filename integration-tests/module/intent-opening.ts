import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { GatewayClient } from "../../src/gateway/client/client"
import type { Intent } from "../../src/gateway/contract"
import type { OnchainOptionsInput } from "../../src/modules/onchain/options/options"
import { setUpOpening, type ScriptedCalls } from "./payment-opening"
import { EVM_ADDRESS } from "./rows"

const TREASURY = "GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ"

type IntentRequest = Parameters<GatewayClient["createIntent"]>[0]
type IntentCall = { body: IntentRequest; key: string }

/** The intent that such a request returns. */
export const intentOf = (body: IntentRequest, change: Partial<Intent> = {}): Intent => {
  const { chain, networkId, token, externalOrderId, expectedAmount } = body
  const isStellar = chain === "stellar"
  return {
    id: `int_${externalOrderId}`,
    ...{ chain, networkId, token, externalOrderId, expectedAmount },
    depositAddress: isStellar ? TREASURY : EVM_ADDRESS,
    memo: isStellar ? { type: "id", value: "18446744073709551615" } : undefined,
    status: "active",
    ...change,
  }
}

/** Opens payments of a signed-in customer; every `createIntent` and the order of the calls are recorded. */
export function setUpIntents(
  knex: Knex,
  createIntent: (body: IntentRequest) => Promise<Intent> = (body) => Promise.resolve(intentOf(body)),
  scripted: ScriptedCalls = {},
  options: Partial<OnchainOptionsInput> = {}
) {
  const intents: IntentCall[] = []
  const order: string[] = []
  const calls: ScriptedCalls = {
    createCustomer: ({ externalRef }) => Promise.resolve({ id: `cus_of_${externalRef}`, externalRef }),
    ensureAddress: (_, { chain, networkId = "" }) =>
      Promise.resolve({ created: false, address: { address: EVM_ADDRESS, chainFamily: chain, networkId } }),
    ...scripted,
  }
  const { open, ...rest } = setUpOpening(
    knex,
    undefined,
    {
      createCustomer: (...call) => noted("createCustomer", calls.createCustomer?.(...call)),
      ensureAddress: (...call) => noted("ensureAddress", calls.ensureAddress?.(...call)),
      createIntent: (body, { idempotencyKey: key }) => {
        intents.push({ body, key })
        return noted("createIntent", createIntent(body))
      },
    },
    options
  )

  function noted<T>(name: string, answer: Promise<T> | undefined): Promise<T> {
    order.push(name)
    return answer ?? Promise.reject(new Error(`${name} is not scripted`))
  }
  const openFor = (sessionId: string, request: Parameters<typeof open>[0] = {}) =>
    open({ sessionId, customerId: "cus_medusa", ...request })
  const rowOf = (sessionId: string) => rest.store.find({ session_id: sessionId })
  return { ...rest, openFor, rowOf, intents, order }
}
