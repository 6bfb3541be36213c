import { model } from "@medusajs/framework/utils"
import { ATTENTION_KINDS } from "../../../domain/health/attention"

/**
 * What needs attention and was, or is about to be, reported. A row is deleted once its subject needs none: if it does again,
 * it is reported again.
 */
const OnchainAttentionNotice = model
  .define(
    { name: "OnchainAttentionNotice", tableName: "onchain_attention_notice" },
    {
      id: model.id({ prefix: "ocatn" }).primaryKey(),
      /** The account at the gateway that it belongs to. */
      environment: model.text(),
      business_id: model.text(),
      kind: model.enum([...ATTENTION_KINDS]),
      subject_id: model.text(),
      /** One notification of the feed for all rows of a batch: many at once are one line. */
      batch: model.text(),
      /** When the feed had it; null until then. */
      noticed_at: model.dateTime().nullable(),
      /** The message to operators that reports it; null until one is made. */
      digest: model.text().nullable(),
      /** How often that was tried. */
      digest_tries: model.number().default(0),
      /** When it was sent, given up or not wanted; null until then. */
      digested_at: model.dateTime().nullable(),
    }
  )
  .indexes([
    {
      name: "IDX_onchain_attention_notice_subject",
      on: ["kind", "subject_id", "environment", "business_id"],
      unique: true,
    },
    { on: ["batch"], where: "noticed_at IS NULL" },
    { name: "IDX_onchain_attention_notice_digest", on: ["kind", "digest"], where: "digested_at IS NULL" },
  ])

export default OnchainAttentionNotice
