import { zodResolver } from '@hookform/resolvers/zod';
import { PLAIN, registerFormSchema } from '@portal/contract';

/** Checks the registration form. */
export const registerResolver = zodResolver(registerFormSchema, PLAIN);
