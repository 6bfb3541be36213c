import { Button, Prompt, Text } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import { type Fact, Facts } from "../facts"
import { useTexts } from "../texts"
import { useFocusReturn } from "./use-focus-return"

export type ConfirmationWords = {
  title: string
  text: string
  facts?: Fact[]
  destination?: string | null
  note?: string | null
  warning?: string | null
  isFinal: boolean
  /** Null once there is nothing to confirm any more: then it only closes. */
  button: string | null
}

type ConfirmationProps = PropsWithChildren<{
  words: ConfirmationWords | null
  isDangerous?: boolean
  isBusy: boolean
  /** False while the fields between text and buttons are incomplete. */
  isReady?: boolean
  onConfirm: () => void
  onCancel: () => void
}>

/** Asks before an action. Children: fields that it needs. */
export function Confirmation(props: ConfirmationProps) {
  const { words, isDangerous = false, isBusy, isReady = true, onConfirm, onCancel, children } = props
  const { t } = useTexts()
  const returnFocus = useFocusReturn(words !== null)
  return (
    <Prompt open={words !== null} onOpenChange={(isOpen) => !isOpen && !isBusy && onCancel()}>
      {words && (
        <Prompt.Content
          // Keeps its buttons within reach in a low window.
          className="max-h-[calc(100vh-16px)] overflow-y-auto [overflow-wrap:anywhere] max-sm:w-[calc(100%-16px)]"
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
                  <code className="txt-small break-all font-mono [font-variant-ligatures:none]">
                    {words.destination}
                  </code>
                )}
                {words.note && (
                  <blockquote className="txt-small max-h-40 overflow-y-auto whitespace-pre-wrap break-words border-s-2 ps-3">
                    {words.note}
                  </blockquote>
                )}
                {words.warning && <Text>{words.warning}</Text>}
                {words.isFinal && (
                  <Text weight="plus" className="text-ui-fg-base">
                    {t("confirm.final")}
                  </Text>
                )}
              </div>
            </Prompt.Description>
          </Prompt.Header>
          {children && <div className="flex flex-col gap-y-4 px-6 pt-4 empty:hidden">{children}</div>}
          <Prompt.Footer>
            <Prompt.Cancel disabled={isBusy}>
              {t(words.button === null ? "detail.close" : "confirm.cancel")}
            </Prompt.Cancel>
            {words.button !== null && (
              <Button
                size="small"
                variant={isDangerous ? "danger" : "primary"}
                isLoading={isBusy}
                disabled={!isReady}
                onClick={onConfirm}
              >
                {words.button}
              </Button>
            )}
          </Prompt.Footer>
        </Prompt.Content>
      )}
    </Prompt>
  )
}
