import DoneIcon from '@mui/icons-material/MarkEmailReadOutlined';
import type { ContactMessage } from '@portal/contract';
import type { BulkAction } from '../../kit/ActionDialog.tsx';

export const markAnswered: BulkAction<ContactMessage> = {
  resource: 'contacts',
  name: 'answer',
  label: 'Mark as answered',
  icon: DoneIcon,
  destructive: false,
  question: (message) => `Mark the message of ${message.contact_name} as answered?`,
  bulkQuestion: (count) => `Mark ${count} messages as answered?`,
  consequences: [
    'It moves from Open to Answered for all administrators.',
    'The sender is not notified. It cannot be reopened.',
  ],
  done: 'Marked as answered',
  failed: 'Failed to mark the message as answered.',
  run: (portal, id) => portal.markAnswered(id),
};
