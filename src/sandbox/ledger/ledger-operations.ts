import { transactionToRecord, type EndpointName } from "../../gateway/contract"
import { listReply } from "../http/listing"
import type { Operation } from "../http/operation"
import { balanceOf } from "./balance-view"
import { transactionEntries, transactionOf } from "./transaction-view"

/** The endpoints that show the ledger. */
export const ledgerOperations = {
  listBalances: (call) =>
    listReply(call, {
      rows: call.world.ledger.assets(),
      keyOf: (asset) => asset,
      toWire: (asset) => balanceOf(call.world, asset),
    }),
  listTransactions: (call) => {
    const { world } = call
    return listReply(call, {
      rows: transactionEntries(world.ledger.entries()).reverse(),
      keyOf: ({ entry }) => String(entry.sequence),
      toWire: ({ entry, kind }) => transactionToRecord(transactionOf(world, entry, kind), world.assumptions),
    })
  },
} satisfies Partial<Record<EndpointName, Operation>>
