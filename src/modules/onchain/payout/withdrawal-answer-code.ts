import { SIGNS_OF_AN_EARLIER_REQUEST } from "../../../domain/payout/withdrawal-answer"
import type { SqlPart } from "./withdrawal-change"

/**
 * Keeps the code of the last create that was no success, as an assignment. One by which the service says that it has the
 * payout stays: nothing that comes later takes that back.
 *
 * @param code null where the service was not asked
 */
export function answerCode(code: string | null): SqlPart {
  const signs = SIGNS_OF_AN_EARLIER_REQUEST.map(() => "?").join(", ")
  return {
    sql: `last_answer_code = CASE WHEN last_answer_code IN (${signs}) THEN last_answer_code
      ELSE coalesce(?, last_answer_code) END`,
    bindings: [...SIGNS_OF_AN_EARLIER_REQUEST, code],
  }
}
