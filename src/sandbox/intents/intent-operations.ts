import { createIntentRequestSchema, type EndpointName, type Intent } from "../../gateway/contract"
import { assetKey, type CatalogNetwork, type CatalogToken, requireToken } from "../catalog/catalog"
import { chooseRail, provisionAddress } from "../customers/customer-operations"
import type { StoredCustomer } from "../customers/stored-customer"
import { resourceReply, type Operation } from "../http/operation"
import { positiveAmount } from "../invoices/invoice-operations"
import { newMemoId } from "../payments/receivers"
import { readPayoutPlan } from "../payouts/payout-request"
import { invalid, parseInput } from "../sandbox-error"
import type { World } from "../world"
import { takeIntentStep, type StoredIntent } from "./stored-intent"

/**
 * Creates an intent, which replaces the active one of the same customer, token and network.
 *
 * @param pathCustomerId the customer when the assumed path names it; else the body does
 * @throws SandboxError naming each invalid field
 * @see service-interface "Auto Deposit Intent"
 */
function createIntent(world: World, pathCustomerId: string | undefined, body: unknown): StoredIntent {
  const request = parseInput(createIntentRequestSchema, withCustomer(body, pathCustomerId))
  const customer = world.customers.get(request.customerId)
  const { chain, networkId, token, externalOrderId, expectedAmount } = request
  const network = chooseRail(world, { chain, networkId, token })
  const asset = requireToken(world.catalog, networkId, token)
  const expectedBaseUnits = positiveAmount(expectedAmount, asset.decimals, "expectedAmount")
  const payout = readPayoutPlan(world, { ...request, asset, amountBaseUnits: expectedBaseUnits })
  const intent: StoredIntent = {
    id: world.identifiers.id("int"),
    customerId: customer.id,
    externalOrderId,
    rail: { chain, networkId, token },
    asset,
    expectedAmount,
    expectedBaseUnits,
    payout,
    receiver: receiverOf(world, customer, network),
    createdAtMs: world.clock.now(),
    status: "active",
  }
  if (world.business.replacesIntents) replaceOlder(world, customer.id, asset)
  world.intents.add(intent)
  const { memoId } = intent.receiver
  if (memoId !== undefined) world.receivers.claimMemo(memoId, { kind: "intent", intentId: intent.id })
  return intent
}

function replaceOlder({ intents }: World, customerId: string, asset: CatalogToken): void {
  const older = intents
    .activeOf(customerId, asset.networkId)
    .filter((intent) => assetKey(intent.asset) === assetKey(asset))
  for (const intent of older) takeIntentStep(intent, "newer_intent")
}

/** Stellar shares the treasury and tells orders apart by memo; other chains use the customer's address. */
function receiverOf(
  world: World,
  customer: StoredCustomer,
  network: CatalogNetwork
): StoredIntent["receiver"] {
  if (network.chain === "stellar") {
    return { address: world.receivers.treasuryAddress, memoId: newMemoId(world) }
  }
  return { address: provisionAddress(world, customer, network).address.address }
}

/** @throws SandboxError when path and body name different customers */
function withCustomer(body: unknown, pathCustomerId: string | undefined): unknown {
  if (pathCustomerId === undefined || typeof body !== "object" || body === null) return body
  if ("customerId" in body && body.customerId !== pathCustomerId) {
    throw invalid({ field: "customerId", message: "is not the customer of the path" })
  }
  return { ...body, customerId: pathCustomerId }
}

export const intentOperations = {
  createIntent: ({ world, params, body }) => {
    const intent = createIntent(world, params["customerId"], body)
    return resourceReply(world, "intent", intentToContract(intent), 201)
  },
} satisfies Partial<Record<EndpointName, Operation>>

export function intentToContract(intent: StoredIntent): Intent {
  const { id, customerId, externalOrderId, rail, expectedAmount, receiver, createdAtMs, status } = intent
  return {
    id,
    customerId,
    externalOrderId,
    ...rail,
    expectedAmount,
    status,
    depositAddress: receiver.address,
    memo: receiver.memoId === undefined ? undefined : { type: "id", value: receiver.memoId },
    createdAt: new Date(createdAtMs).toISOString(),
  }
}
