import type { Capability } from '../../run/capability.ts'
import { refOf } from '../spec-job.ts'
import { type GroupsJob, groupsJob } from './job.ts'
import { type GroupsPlanDocument, planGroupsJob } from './plan.ts'
import { type GroupsFigures, runGroups } from './run.ts'

/** Private counts of groups by size. */
export const groups: Capability<GroupsJob, GroupsPlanDocument, GroupsFigures> = {
  name: 'groups',
  job: groupsJob,
  fromSpec: (file) => ({ spec: refOf(file) }),
  plan: planGroupsJob,
  run: runGroups,
}
