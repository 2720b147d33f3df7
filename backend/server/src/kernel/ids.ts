/** Whether a text can be an id of ours, as an address or a body names it: what can't be one is nobody's. */
export const isId = (text: string): boolean => /^[\w.:-]{1,100}$/.test(text);
