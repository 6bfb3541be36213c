import { toRecord, writtenStatus, type EndpointName } from "../../gateway/contract"
import { listReply } from "../http/list-reply"
import { resourceReply, type Call, type Operation } from "../http/operation"
import { acceptDeposit, assignDeposit, refundDeposit } from "./resolve-deposit"
import { depositToWire } from "./deposit-steps"
import type { StoredDeposit } from "./stored-deposit"

export const depositOperations = {
  listDeposits: (call) => {
    const { world, query } = call
    const status = query["status"]
    return listReply(call, {
      kind: "deposit",
      rows: world.deposits.newestFirst(),
      keyOf: (deposit) => deposit.id,
      isWanted: (deposit) =>
        status === undefined || writtenStatus("deposit", deposit.status, world.assumptions) === status,
      toWire: (deposit) => depositToWire(world, deposit),
    })
  },
  assignDeposit: (call) => {
    const deposit = depositOf(call)
    const { id } = assignDeposit(call.world, deposit, call.body)
    return actionReply(call, deposit, id)
  },
  acceptDeposit: (call) => {
    const deposit = depositOf(call)
    acceptDeposit(call.world, deposit)
    return actionReply(call, deposit)
  },
  refundDeposit: (call) => {
    const deposit = depositOf(call)
    refundDeposit(call.world, deposit)
    return actionReply(call, deposit)
  },
} satisfies Partial<Record<EndpointName, Operation>>

function depositOf({ world, params }: Call): StoredDeposit {
  return world.deposits.get(params["depositId"] ?? "")
}

function actionReply({ world }: Call, { id, status }: StoredDeposit, invoiceId?: string) {
  const { assumptions } = world
  const action = { depositId: id, resolutionStatus: status, invoiceId }
  return resourceReply(world, "depositAction", toRecord("depositAction", action, assumptions))
}
