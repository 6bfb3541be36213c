import { Button, Prompt, Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { type Fact, Facts } from "./facts"
import { useTexts } from "./texts"
import { useFocusReturn } from "./use-focus-return"

export type ConfirmationWords = {
  title: string
  text: string
  facts?: Fact[]
  destination?: string | null
  note?: string | null
  warning?: string | null
  isFinal: boolean
  button: string
}

type ConfirmationProps = {
  words: ConfirmationWords | null
  isDangerous?: boolean
  isBusy: boolean
  /** True until what its fields ask for is entered. */
  isIncomplete?: boolean
  /** Fields under the text. */
  children?: ReactNode
  onConfirm: () => void
  onCancel: () => void
}

export function Confirmation({
  words,
  isDangerous = false,
  isBusy,
  isIncomplete = false,
  children,
  onConfirm,
  onCancel,
}: ConfirmationProps) {
  const { t } = useTexts()
  const returnFocus = useFocusReturn(words !== null)
  return (
    <Prompt open={words !== null} onOpenChange={(isOpen) => !isOpen && !isBusy && onCancel()}>
      {words && (
        <Prompt.Content
          // Keeps its buttons within reach in a low window.
          className="max-h-[calc(100vh-16px)] overflow-y-auto max-sm:w-[calc(100%-16px)]"
          onCloseAutoFocus={returnFocus}
        >
          <Prompt.Header>
            <Prompt.Title>{words.title}</Prompt.Title>
            <Prompt.Description asChild>
              <div className="flex flex-col gap-y-2">
                <Text>{words.text}</Text>
                {words.facts && words.facts.length > 0 && (
                  <div className="bg-ui-bg-subtle rounded-lg border px-3 py-2">
                    <Facts facts={words.facts} />
                  </div>
                )}
                {words.destination && (
                  <code className="txt-small break-all font-mono">{words.destination}</code>
                )}
                {words.note && (
                  <blockquote className="txt-small max-h-40 overflow-y-auto whitespace-pre-wrap break-words border-l-2 pl-3">
                    {words.note}
                  </blockquote>
                )}
                {children}
                {words.warning && <Text>{words.warning}</Text>}
                {words.isFinal && (
                  <Text weight="plus" className="text-ui-fg-base">
                    {t("confirm.final")}
                  </Text>
                )}
              </div>
            </Prompt.Description>
          </Prompt.Header>
          <Prompt.Footer>
            <Prompt.Cancel disabled={isBusy}>{t("confirm.cancel")}</Prompt.Cancel>
            <Button
              size="small"
              variant={isDangerous ? "danger" : "primary"}
              disabled={isIncomplete}
              isLoading={isBusy}
              onClick={onConfirm}
            >
              {words.button}
            </Button>
          </Prompt.Footer>
        </Prompt.Content>
      )}
    </Prompt>
  )
}
