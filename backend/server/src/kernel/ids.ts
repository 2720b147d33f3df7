/** Whether a text has the form of an id. */
export const isId = (text: string): boolean => /^[\w.:-]{1,100}$/.test(text);
