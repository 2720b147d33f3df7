import { zodResolver } from '@hookform/resolvers/zod';
import { PLAIN, registerFormSchema } from '@portal/contract';

/** In a module of its own, which the form loads later together with zod. */
export const registerResolver = zodResolver(registerFormSchema, PLAIN);
