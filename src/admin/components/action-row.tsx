import { Button, Text } from "@medusajs/ui"
import { type PropsWithChildren, useId } from "react"
import { useTexts } from "../hooks/use-texts"

type ActionRowProps = PropsWithChildren<{
  words: { title: string; text: string; button: string }
  choice: { is_possible: boolean; reason: string | null }
  /** What the operator has to do before the action is possible. */
  missing?: string | null
  /** True while it is under way and asks nothing first. */
  isBusy?: boolean
  onAsk: () => void
}>

/** One action: what it does, its button, and why it is not possible where it is not. */
export function ActionRow({ words, choice, missing = null, isBusy, onAsk, children }: ActionRowProps) {
  const { t } = useTexts()
  const id = useId()
  const missingId = useId()
  const hint = choice.is_possible ? missing : null
  return (
    <div className="flex flex-col gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-x-4">
        <div className="flex min-w-0 flex-col gap-y-0.5">
          <Text size="small" weight="plus" leading="compact">
            {words.title}
          </Text>
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
