import { Alert, Button, Text } from "@medusajs/ui"
import { type PropsWithChildren, useId } from "react"
import { Strong } from "../prose"
import { useTexts } from "../texts"

export type ActionWords = { title: string; text: string; button: string }

type ActionRowProps = PropsWithChildren<{
  words: string | ActionWords
  choice: { is_possible: boolean; reason: string | null }
  /** What the operator has to do before the action is possible. */
  missing?: string | null
  /** True while an action without a confirmation is under way. */
  isBusy?: boolean
  onAsk: () => void
}>

export function ActionRow({ words: given, choice, missing = null, isBusy, onAsk, children }: ActionRowProps) {
  const { t } = useTexts()
  const id = useId()
  const missingId = useId()
  const words =
    typeof given === "string"
      ? { title: t(`${given}.title`), text: t(`${given}.text`), button: t(`${given}.button`) }
      : given
  const hint = choice.is_possible ? missing : null
  return (
    <div className="flex flex-col gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-x-4">
        <div className="flex min-w-0 flex-col gap-y-0.5">
          <Strong>{words.title}</Strong>
          <Text id={id} size="small" className="text-ui-fg-subtle">
            {choice.is_possible ? words.text : `${t("action.notPossible")} ${choice.reason ?? ""}`.trim()}
          </Text>
          {hint && (
            <Text id={missingId} size="small">
              {hint}
            </Text>
          )}
        </div>
        <Button
          size="small"
          variant="secondary"
          className="shrink-0"
          disabled={!choice.is_possible || missing !== null}
          isLoading={isBusy}
          aria-describedby={hint ? `${id} ${missingId}` : id}
          onClick={onAsk}
        >
          {words.button}
        </Button>
      </div>
      {choice.is_possible && children}
    </div>
  )
}

type RepeatNoticeProps = {
  title: string
  text: string
  reason: string | null
  button: string
  isBusy: boolean
  /** Null where it cannot be repeated. */
  onRepeat: (() => void) | null
}

/** A decision without an answer. Trying again sends the same request under the same key. */
export function RepeatNotice({ title, text, reason, button, isBusy, onRepeat }: RepeatNoticeProps) {
  const { t } = useTexts()
  return (
    <div className="flex flex-col items-start gap-y-3">
      <Alert variant="info" className="w-full">
        <Strong>{title}</Strong>
        <Text size="small">{text}</Text>
        {reason && <Text size="small">{t("detail.lastError", { error: reason })}</Text>}
      </Alert>
      {onRepeat && (
        <Button size="small" variant="secondary" isLoading={isBusy} onClick={onRepeat}>
          {button}
        </Button>
      )}
    </div>
  )
}
