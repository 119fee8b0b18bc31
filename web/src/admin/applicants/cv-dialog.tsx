import { useQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { counted } from "@/lib/format"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { Spinner } from "@/ui/spinner"
import { downloadCv, readCv } from "./cv"
import { openPdf, type Pdf } from "./pdf"
import type { Application } from "./stages"
import { sizeOf } from "./words"

type Props = { row: Application; onClose: () => void }

/** The pages of a CV, drawn here: nothing in the document runs. */
export default function CvDialog({ row, onClose }: Props) {
  const { data: pdf, isError } = useQuery({
    queryKey: ["application_cv", row.cv_name],
    queryFn: async () => openPdf(await readCv(row)),
    // What was drawn goes with the dialog.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  useEffect(() => () => void pdf?.close(), [pdf])
  return (
    <Dialog
      title={row.cv_file_name || "CV"}
      subtitle={`${row.name}, ${pdf ? `${counted(pdf.pages, "page")}, ` : ""}${sizeOf(row.cv_bytes)}`}
      size="form"
      tall
      onClose={onClose}
      footer={
        <Button look="primary" onClick={() => void downloadCv(row)}>
          <Download aria-hidden="true" /> Download
        </Button>
      }
    >
      {pdf ? (
        <Sheets pdf={pdf} />
      ) : (
        <DialogBody>
          {isError ? (
            <p className="text-ink-2">
              This CV cannot be shown here. Download it to read it with a program of yours.
            </p>
          ) : (
            <Spinner label="Loading the CV" />
          )}
        </DialogBody>
      )}
    </Dialog>
  )
}

function Sheets({ pdf }: { pdf: Pdf }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and nothing in it takes the focus
    <section aria-label="Pages" tabIndex={0} className="cv-sheets">
      {Array.from({ length: pdf.pages }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
        <Sheet key={at} pdf={pdf} page={at + 1} />
      ))}
    </section>
  )
}

/** One page, drawn when it comes near the screen. */
function Sheet({ pdf, page }: { pdf: Pdf; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [state, setState] = useState<"waiting" | "drawn" | "failed">("waiting")
  useEffect(() => {
    const target = canvas.current
    if (!target) return
    const draw = async () => {
      try {
        await pdf.draw(page, target)
        setState("drawn")
      } catch {
        setState("failed")
      }
    }
    const near = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        near.disconnect()
        void draw()
      },
      { rootMargin: "400px" },
    )
    near.observe(target)
    return () => near.disconnect()
  }, [pdf, page])
  return (
    <>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Page ${page} of ${pdf.pages}`}
        data-state={state}
        // As high as most are, until it is drawn.
        width={816}
        height={1056}
      />
      {state === "failed" && (
        <p className="text-label text-warn">Page {page} cannot be shown. Download the CV.</p>
      )}
    </>
  )
}
