import type { AttentionKind } from "../../../domain/health/attention"
import type { OnchainSentence } from "../../../types/http"
import { inEnglish, sentence } from "../../../words/say"
import { COUNT_LIMIT } from "../work/listed-rows"

/** What health check, bell and messages to operators say of each kind. @param count more than `COUNT_LIMIT` when there are more */
export function titleSentence(kind: AttentionKind, count: number): OnchainSentence {
  if (count === 1) return sentence(`attention.${kind}.one`)
  const isMore = count > COUNT_LIMIT
  return sentence(`attention.${kind}.many`, {
    count: isMore ? sentence("attention.more_than", { count: COUNT_LIMIT }) : count,
  })
}

/** What a person does about an item. */
export const todoSentence = (kind: AttentionKind) => sentence(`attention.${kind}.todo`)

export const titleOf = (kind: AttentionKind, count: number) => inEnglish([titleSentence(kind, count)])
export const todoOf = (kind: AttentionKind) => inEnglish([todoSentence(kind)])
