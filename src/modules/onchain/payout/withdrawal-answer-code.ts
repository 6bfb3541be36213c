import { SIGNS_OF_AN_EARLIER_REQUEST } from "../../../domain/payout/withdrawal-answer"
import type { SqlPart } from "./withdrawal-change"

/**
 * Keeps the code of the last failed create, as an assignment. One that proves that the service has the payout
 * stays.
 *
 * @param code null without an answer
 */
export function answerCode(code: string | null): SqlPart {
  const signs = SIGNS_OF_AN_EARLIER_REQUEST.map(() => "?").join(", ")
  return {
    sql: `last_answer_code = CASE WHEN last_answer_code IN (${signs}) THEN last_answer_code
      ELSE coalesce(?, last_answer_code) END`,
    bindings: [...SIGNS_OF_AN_EARLIER_REQUEST, code],
  }
}
