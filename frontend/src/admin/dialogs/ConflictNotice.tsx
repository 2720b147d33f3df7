export { ConflictNotice, showPlain } from '../../shared/ui/ConflictNotice.tsx';
