import type { OnchainAttentionResponse } from "../../../../types/http"
import { viewAttention } from "../../../../workflows/health/attention"
import { answerRead } from "../answer-action"
import { attentionReaderOf } from "../attention-reader"

export const GET = answerRead<OnchainAttentionResponse>(async (req) => {
  const { isVisible } = await attentionReaderOf(req)
  return (await viewAttention(req.scope, isVisible)).attention
})
