import type { customerItems } from "../customer-items"
import { inFile, type Mutants } from "./mutant"

const customers = inFile("src/sandbox/customers/customer-operations.ts")
const client = inFile("src/gateway/client/client.ts")

const anotherEachTime = customers(
  "if (existing) return { created: false, address: existing }",
  'if (existing) return { created: false, address: { ...existing, address: toAddress(chain, world.identifiers.bytes("another")) } }'
)
const anyForm = client('kind === "invalid" ?', 'kind === "unchecked" ?')
const anyChain = client("address.chainFamily !== request.chain", 'address.chainFamily === ""')

export const customerMutants: Record<keyof typeof customerItems, Mutants> = {
  "field:customer": [
    customers("return { id, externalRef }", "return { id, externalRef: id }"),
    customers("return { id, externalRef }", "return { externalRef }"),
  ],
  "rule:customer.one-address": anotherEachTime,
  "field:ensured-address": [
    customers("address: { address: address.address, chainFamily", "address: { address: chain, chainFamily"),
    customers("chainFamily: chain, networkId }", "chainFamily: networkId, networkId }"),
    customers("chainFamily: chain, networkId }", "chainFamily: chain, networkId: chain }"),
    customers("      created,\n", ""),
  ],
  "rule:ensure.created": [
    customers("created: false, address: existing", "created: true, address: existing"),
    customers("return { created: true, address }", "return { created: false, address }"),
  ],
  "rule:ensure.same-address": anotherEachTime,
  "rule:ensure.new-network": customers(
    "customer.addresses.find((address) => address.networkId === networkId)",
    "customer.addresses.find((address) => address.networkId === networkId) ?? customer.addresses[0]"
  ),
  "rule:ensure.not-configured": customers(
    "business.chains === undefined || business.chains.includes(chain)",
    "chain !== business.plan"
  ),
  "rule:ensure.inferred": customers(
    "networkId === undefined || network.networkId === networkId",
    "network.networkId === networkId"
  ),
  "rule:ensure.not-inferred": customers("matching.length > 1", "matching.length > 9"),
  "rule:ensure.stellar-token": customers('chain === "stellar" && token', 'chain === "xlm" && token'),
  "rule:ensure.mismatch": [
    anyChain,
    client(
      "request.networkId !== undefined && address.networkId !== request.networkId",
      'address.networkId === ""'
    ),
    anyForm,
  ],
  "rule:ensure.no-fallback": [
    anyForm,
    customers(
      "  requireConfigured(world, chain)\n",
      "  const [first] = world.catalog.networks\n  if (first && !world.business.chains?.includes(chain)) return first\n"
    ),
  ],
  "rule:ensure.stellar-not-needed": inFile("src/sandbox/intents/intent-operations.ts")(
    '  if (network.chain === "stellar") {',
    '  if (network.chain === "stellar") {\n    if (customer.addresses.length === 0) throw invalid({ field: "customerId", message: "has no address" })'
  ),
}
