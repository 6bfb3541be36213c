import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { isServiceAway } from "../../../domain/payout/withdrawal-gateway-state"
import { isOver, pauseBeforeLook } from "../../../domain/payout/withdrawal-lifecycle"
import { GatewayError } from "../../../gateway/client/errors"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-change"
import { isUnavailable } from "../../../modules/onchain/work/gateway-load"
import { executeWithdrawal } from "../execute-withdrawal"
import { followWithdrawal } from "../follow-withdrawal"
import { postponeUnconfirmed } from "../withdrawal-outcome"
import { searchWithdrawal, type SearchEffort } from "../search-withdrawal"
import { runEach, workOff } from "../../worker"

/** Per kind and run. */
const BATCH = 50
/** Each takes a quick look at the service's transactions. */
const SEARCHES = 3

/**
 * Repeats calls without an answer, searches for unknown withdrawals, and cancels lapsed ones. Any number of
 * processes share the work.
 */
export async function finishWithdrawals(container: MedusaContainer): Promise<void> {
  const { store } = container.resolve("onchain").payouts.withdrawals
  await runEach([() => repeatCalls(container, BATCH), () => searchAgain(container), () => store.lapse(BATCH)])
}

/** An unavailable service is tried again when the lease is over. */
async function searchAgain(container: MedusaContainer): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  let isListRead = false
  await workOff({
    claim: () => claims.takeUnknown(),
    most: SEARCHES,
    handle: async (row) => {
      try {
        await searchWithdrawal(container, row, { isListRead })
        isListRead = true
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error
        logger.warn(`onchain: withdrawal ${row.id} cannot be searched for: ${error.message}`)
        return "stop"
      }
    },
  })
}

/**
 * Repeats calls without an answer, longest due first.
 *
 * An unavailable service is left alone until the next run: each unanswered call would delay everything else.
 *
 * @param most calls in one run
 */
export async function repeatCalls(container: MedusaContainer, most: number): Promise<void> {
  const { claims } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  await workOff({
    claim: () => claims.takeDue(),
    most,
    handle: async (claim) => {
      const row = await executeWithdrawal(container, claim)
      const what = `onchain: withdrawal ${row.id} repeated (call ${claim.send_attempts}), now ${row.state}`
      if (row.last_error === null) logger.info(what)
      else logger.warn(`${what}: ${row.last_error}`)
      return row.state === "sending" && isServiceAway(row.last_answer_code) ? "stop" : undefined
    },
  })
}

/** Per run. */
const MOST_CHECKED = 20
/** A withdrawal that the service refuses to show is polled again after this. */
const PAUSE_MS = 60 * 60_000

/** Polls withdrawals that no webhook reported. An unavailable gateway is left alone for a while. */
export async function checkWithdrawals(container: MedusaContainer): Promise<void> {
  const { gateway, payouts } = container.resolve("onchain")
  const { checks, pause } = payouts.withdrawals
  if (pause.isOn) return
  const due = await checks.claim(pause.isDoubtful ? 1 : MOST_CHECKED)
  const firstInList = due.find((row) => !gateway.hasWithdrawalReads || isSearchedFor(row))
  for (const [index, row] of due.entries()) {
    if (await isAnswered(container, row, { isListRead: row !== firstInList })) {
      pause.end()
      continue
    }
    pause.begin()
    await checks.putBack(due.slice(index).map(({ id }) => id))
    return
  }
}

/** @returns false when the gateway is unavailable */
async function isAnswered(
  container: MedusaContainer,
  row: WithdrawalRow,
  effort: SearchEffort
): Promise<boolean> {
  const { checks } = container.resolve("onchain").payouts.withdrawals
  const logger = container.resolve(ContainerRegistrationKeys.LOGGER)
  try {
    await look(container, row, effort)
    return true
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const { message } = error
    if (isUnavailable(error)) return false
    logger.warn(`onchain: withdrawal ${row.id} cannot be followed: ${message}`)
    await checks.postpone(row, pauseAfter(row), wordsOf(row, message))
    return true
  }
}

/** A withdrawal that is over is polled a few times more, readable or not. */
function pauseAfter({ state, state_at }: WithdrawalRow): number | null {
  if (state === "sent" || state === "refused") return PAUSE_MS
  return pauseBeforeLook({ state, waitsFor: null, inStateMs: Date.now() - state_at.getTime() })
}

/** One that is over keeps the words of its end. */
function wordsOf({ state, last_error }: WithdrawalRow, message: string): string | null {
  return isOver(state) ? last_error : `The provider does not report what became of it: ${message}`
}

/** Its identifier at the service is unknown. */
function isSearchedFor({ gateway_withdrawal_id }: WithdrawalRow): boolean {
  return gateway_withdrawal_id === null
}

async function look(container: MedusaContainer, row: WithdrawalRow, effort: SearchEffort): Promise<void> {
  if (row.gateway_withdrawal_id === null) {
    await searchWithdrawal(container, row, effort)
    return
  }
  const followed = await followWithdrawal(container, row.gateway_withdrawal_id, effort)
  if (followed.kind === "unconfirmed") await postponeUnconfirmed(container, row)
}
