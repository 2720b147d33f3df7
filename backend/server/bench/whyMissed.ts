/**
 * Why a goal is missed where it is, by bench and goal; '' stands for all other goals of a bench. Shown beside a goal
 * only while the measured figure misses it.
 */
export const WHY_MISSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {};
