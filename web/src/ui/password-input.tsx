import { Eye, EyeOff } from "lucide-react"
import { type ComponentProps, useState } from "react"
import { cn } from "@/lib/cn"
import { IconButton } from "./icon-button"
import { Input } from "./input"

type Props = Omit<ComponentProps<"input">, "type" | "className" | "size"> & { size?: "md" | "lg" }

/** A password with a button to look at it. */
export function PasswordInput({ size = "lg", ...props }: Props) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="relative">
      <Input
        {...props}
        type={isShown ? "text" : "password"}
        className={cn("pr-12", size === "lg" && "h-11.5 text-[15px]")}
      />
      <IconButton
        label={isShown ? "Hide password" : "Show password"}
        className={cn(
          "absolute right-1.25",
          size === "lg" ? "top-1.25 size-9 max-md:size-9" : "top-0.5 size-9",
        )}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  )
}
