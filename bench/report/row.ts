import { median, spread } from "./statistics"

/** A result, as `--json` writes it. */
export interface Row {
  name: string
  ours: number
  peer: number
  /** Median of the rounds' own ratios of ours to peer; null where the peer has nothing to divide by. */
  ratio: number | null
  unit: string
  /** Such as `ratio <= 0.1`. */
  aim: string
  met: boolean
  /** Number of interleaved rounds. */
  runs: number
  /** Largest minus smallest ratio of a round, over the median ratio; null where there is no ratio. */
  spread: number | null
}

/** One round: both sides measured next to each other. */
export interface Round {
  ours: number
  peer: number
}

/** What a row is judged by. */
export interface Aim {
  of: "ratio" | "ours"
  is: "<=" | ">=" | "=="
  limit: number
}

/**
 * Summarizes the rounds of one comparison.
 *
 * The target is judged on the unrounded figures.
 *
 * @throws RangeError when there are no rounds
 */
export function createRow(name: string, unit: string, aim: Aim, rounds: readonly Round[]): Row {
  const ours = median(rounds.map((round) => round.ours))
  const peer = median(rounds.map((round) => round.peer))
  const ratios = rounds.some((round) => round.peer === 0) ? null : rounds.map((r) => r.ours / r.peer)
  const ratio = ratios && median(ratios)
  const judged = aim.of === "ours" ? ours : ratio
  return {
    name,
    ours: rounded(ours),
    peer: rounded(peer),
    ratio: ratio && rounded(ratio),
    unit,
    aim: `${aim.of} ${aim.is} ${aim.limit}`,
    met: judged !== null && isMet(judged, aim),
    runs: rounds.length,
    spread: ratios && rounded(spread(ratios)),
  }
}

function isMet(value: number, { is, limit }: Aim): boolean {
  if (is === "==") return value === limit
  return is === "<=" ? value <= limit : value >= limit
}

/** More than four digits would claim a precision no machine has. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}
