import { type ClassValue, clsx } from "clsx"

/** Joins class names. Components take no overriding utilities, so nothing has to be merged. */
export const cn = (...classes: ClassValue[]) => clsx(classes)
