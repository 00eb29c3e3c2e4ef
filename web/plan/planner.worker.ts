import { expose } from 'comlink'
import { newPlanner } from './planner.ts'

expose(newPlanner())
