import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ignore, useAction } from '#entities/action/useAction.ts';
import { useErrorMessage } from '#i18n/errorMessage.ts';
import { useLanguage } from '#i18n/useLanguage.ts';
import { setRoles, type RoleChange, type StaffMember, type StaffRole } from '../api.ts';
import { DialogForm } from '../kit/FormDialog.tsx';

export interface Granted {
  name: string;
  code?: string | undefined;
}

interface RolesDialogProps {
  /** Undefined for somebody who has no role yet. */
  member: StaffMember | undefined;
  /** With what was changed, if something was. */
  onClose: (granted?: Granted) => void;
}

const roles: readonly StaffRole[] = ['admissions', 'finance', 'catalogue', 'owner'];

/** Gives and takes the roles of one person. */
export function RolesDialog({ member, onClose }: RolesDialogProps) {
  const { t } = useTranslation('staff');
  const lang = useLanguage().code;
  const errorMessage = useErrorMessage();
  const [email, setEmail] = useState(member?.email ?? '');
  const [chosen, setChosen] = useState<StaffRole[]>(member?.roles ?? []);
  const [newCode, setNewCode] = useState(false);
  const save = useAction((change: RoleChange) => setRoles(lang, change), {
    onDone: ({ member: changed, code }, { email: name }) => {
      onClose({ name: changed?.fullname ?? name, code });
    },
    onFailed: ignore,
  });
  return (
    <DialogForm
      action={t('save')}
      failure={save.error && <div>{errorMessage(save.error)}</div>}
      isBusy={save.isPending}
      maxWidth="xs"
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ email, roles: chosen, newCode });
      }}
      title={member ? <bdi>{member.fullname}</bdi> : t('members.add')}
    >
      {!member && (
        <TextField
          helperText={t('members.emailHint')}
          label={t('members.email')}
          onChange={({ target }) => {
            setEmail(target.value);
          }}
          required
          slotProps={{ htmlInput: { dir: 'ltr' } }}
          type="email"
          value={email}
        />
      )}
      <FormGroup aria-label={t('members.roles')} role="group">
        {roles.map((role) => (
          <div key={role}>
            <FormControlLabel
              control={
                <Checkbox
                  checked={chosen.includes(role)}
                  onChange={({ target }) => {
                    const others = chosen.filter((other) => other !== role);
                    setChosen(target.checked ? [...others, role] : others);
                  }}
                />
              }
              label={t(`roles.${role}`)}
            />
            <FormHelperText>{t(`roleHints.${role}`)}</FormHelperText>
          </div>
        ))}
        {member && (
          <FormControlLabel
            control={
              <Checkbox
                checked={newCode}
                onChange={({ target }) => {
                  setNewCode(target.checked);
                }}
              />
            }
            label={t('members.newCode')}
          />
        )}
      </FormGroup>
    </DialogForm>
  );
}
