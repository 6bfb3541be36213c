import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import {
  pauseBeforeLook,
  isServiceAway,
  TODAYS_RATE_HOURS,
} from "../../../domain/payout/withdrawal-lifecycle"
import { GatewayError } from "../../../gateway/client/errors"
import type { PayoutService } from "../../../modules/onchain/payout/payout-service"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-store"
import { isUnavailable } from "../../../modules/onchain/work/sync-runs"
import { executeWithdrawal } from "../execute-withdrawal"
import { postponeLook } from "../follow-withdrawal"
import { lookUpWithdrawal } from "../search-withdrawal"
import { runEach, workOff } from "../../worker"

/** Per kind and run. */
const BATCH = 50

/** Repeats calls without an answer, and cancels lapsed ones. Any number of processes share the work. */
export async function finishWithdrawals(container: MedusaContainer): Promise<void> {
  const { withdrawals } = container.resolve("onchain").payouts
  await runEach([() => repeatCalls(container, BATCH), () => lapse(withdrawals, BATCH)])
}

type Withdrawals = Pick<PayoutService["withdrawals"], "store" | "list">

/** An unconfirmed withdrawal lapses after this. */
const LAPSES_AFTER_HOURS = 24

/** Cancels what was left unconfirmed, or too old for the rate of its refund. @returns those */
export async function lapse({ store, list }: Withdrawals, limit: number): Promise<WithdrawalRow[]> {
  const lapsed: WithdrawalRow[] = []
  for (const { id, revision, is_rate_old } of await list.lapsing(LAPSES_AFTER_HOURS, limit)) {
    const reason = is_rate_old
      ? `It was not sent within ${TODAYS_RATE_HOURS} hours, and its rate is not today's any more.`
      : `It was not confirmed within ${LAPSES_AFTER_HOURS} hours.`
    const note = { action: "withdrawal.lapsed", actorId: null }
    const moved = await store.change(id, (row) =>
      row.revision === revision ? { to: "cancelled", reason, note } : null
    )
    if (moved) lapsed.push(moved)
  }
  return lapsed
}

/**
 * Repeats calls without an answer, longest due first.
 *
 * An unavailable service is left alone until the next run: each unanswered call would delay everything else.
 *
 * @param most calls in one run
 */
export async function repeatCalls(container: MedusaContainer, most: number): Promise<void> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await workOff({
    claim: () => store.takeCall(),
    most,
    handle: async (claim) => {
      const row = await executeWithdrawal(container, claim)
      const what = `onchain: withdrawal ${row.id} repeated, now ${row.state}`
      if (row.last_error === null) logger.info(what)
      else logger.warn(`${what}: ${row.last_error}`)
      return row.state === "sending" && isServiceAway(row.last_answer_code) ? "stop" : undefined
    },
  })
}

const MOST_CHECKED = 20
/** A search may take many calls, so each is claimed when it begins. */
const MOST_SEARCHED = 3
/** A withdrawal that the service refuses to show is polled again after this. */
const PAUSE_MS = 60 * 60_000

/** Polls withdrawals that no webhook reported, and searches for unknown ones. An unavailable gateway is left alone for a while. */
export async function checkWithdrawals(container: MedusaContainer): Promise<void> {
  const { gateway, payouts, clock } = container.resolve("onchain")
  const { store, pause } = payouts.withdrawals
  if (pause.isOn) return
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let isListRead = false
  /** @returns whether the service is there */
  const look = async (row: WithdrawalRow): Promise<boolean> => {
    const needsList = !gateway.hasWithdrawalReads || row.gateway_withdrawal_id === null
    try {
      await lookUpWithdrawal(container, row, { isListRead: isListRead || !needsList })
      isListRead ||= needsList
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      const { message } = error
      if (isUnavailable(error)) {
        pause.begin()
        return false
      }
      logger.warn(`onchain: withdrawal ${row.id} cannot be followed: ${message}`)
      const reason = `The provider does not report what became of it: ${message}`
      await postponeLook(store, row, pauseAfter(row, clock()), reason)
    }
    pause.end()
    return true
  }
  const due = await store.takeChecks(pause.isDoubtful ? 1 : MOST_CHECKED)
  for (const [index, row] of due.entries())
    if (!(await look(row))) return store.putBack(due.slice(index).map(({ id }) => id))
  for (let searched = 0; searched < MOST_SEARCHED; searched++) {
    const row = await store.takeUnknown()
    if (!row) return
    if (!(await look(row))) return store.putBack([row.id])
  }
}

/** A withdrawal that is over is polled a few times more, readable or not. */
function pauseAfter(row: WithdrawalRow, nowMs: number): number | null {
  const { state, state_at } = row
  if (state === "sent" || state === "unknown" || state === "refused") return PAUSE_MS
  return pauseBeforeLook(row, nowMs - state_at.getTime())
}
